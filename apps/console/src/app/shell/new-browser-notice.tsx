import type { NewBrowser } from '@gwanje/contract/users/session';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onStoredElsewhere, readStored, writeStored } from '#core/browser/storage.ts';
import { configQuery } from '#core/config.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import classes from './new-browser-notice.module.css';

/** Tells users about sign-ins to their account with a browser that they had not used before. */
export function NewBrowserNotice() {
  const userNo = useSession((state) => state.user?.userNo);
  const newBrowsers = useSession((state) => state.newBrowserList);
  if (userNo === undefined) return null;
  return <UnseenBrowsers key={userNo} storedAs={`seenNewBrowser:${userNo}`} newBrowsers={newBrowsers} />;
}

interface UnseenBrowsersProps {
  readonly storedAs: string;
  readonly newBrowsers: readonly NewBrowser[];
}

/**
 * The browser stores what its user has dismissed. The server must not: somebody else with the password would dismiss the
 * notice for the user too.
 */
function UnseenBrowsers({ storedAs, newBrowsers }: UnseenBrowsersProps) {
  const t = useT();
  const { data: config } = useQuery(configQuery);
  const [seenUntil, setSeenUntil] = useState(() => readStored('local', storedAs) ?? '');
  useEffect(() => onStoredElsewhere(storedAs, (text) => setSeenUntil(text ?? '')), [storedAs]);
  const unseen = newBrowsers.filter(({ at }) => at > seenUntil);
  const [latest, ...others] = unseen;
  if (!latest) return null;

  const dismiss = () => {
    writeStored('local', storedAs, latest.at);
    setSeenUntil(latest.at);
  };
  return (
    <section className={classes.notice} aria-labelledby="new-browser-title">
      <Icon name="mdi-account-alert-outline" size={18} />
      <p className={classes.text}>
        <b id="new-browser-title">{t('shell.newBrowser')}</b>
        <span>
          <bdi>{latest.deviceName ?? t('shell.unknownDevice')}</bdi> · {latest.address} ·{' '}
          {formatTimestamp(latest.at)}
          {others.length > 0 && (
            <span className={classes.more}> {t('shell.moreNewBrowsers', { cnt: others.length })}</span>
          )}
        </span>
      </p>
      {config && <a href={config.portalUrl}>{t('shell.checkSessions')}</a>}
      <TextButton size="xs" onClick={dismiss}>
        {t('shell.wasMe')}
      </TextButton>
    </section>
  );
}
