import { TextButton } from '@gwanje/ui/buttons';
import { EmptyState, SkeletonLines } from '@gwanje/ui/panel';
import { useEffect, useState } from 'react';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { leaveTo } from '#core/navigation/navigation.ts';
import {
  enterWallboard,
  forgetWallboard,
  WALLBOARD_HOME,
  type WallboardEntry,
} from '#core/session/wallboard.ts';
import classes from './wallboard.module.css';

/** The state of signing in with the link's token. */
type Entry = Exclude<WallboardEntry, 'opened'> | 'opening' | 'ended';

const TEXTS = {
  refused: { title: 'customMain.linkRefused', text: 'customMain.linkRefusedText' },
  tooMany: { title: 'customMain.linkRefused', text: 'errors.code.tooManyRequests' },
  signedIn: { title: 'customMain.linkSignedIn', text: 'customMain.linkSignedInText' },
  unreachable: { title: 'customMain.linkUnreachable', text: 'errors.transport.network' },
  ended: { title: 'customMain.linkEnded', text: 'customMain.linkEndedText' },
} as const satisfies Record<Exclude<Entry, 'opening'>, { title: PlainKey; text: PlainKey }>;

/** The token of the link. It is removed from the address bar, which everybody in the room can read. */
let token = '';

function takeToken(): string {
  const { hash, pathname } = window.location;
  if (hash.length > 1) {
    token = hash.slice(1);
    window.history.replaceState(window.history.state, '', pathname);
  }
  return token;
}

/** The target of a wallboard's link, and the page that its screen shows after the key is revoked. */
export function WallboardPage() {
  const t = useT();
  const [entry, setEntry] = useState<Entry>(() => (takeToken() === '' ? 'ended' : 'opening'));

  // The user opened another link in this tab: the browser changes only the hash.
  useEffect(() => {
    const onHash = () => {
      if (window.location.hash.length <= 1) return;
      takeToken();
      setEntry('opening');
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);

  useEffect(() => {
    if (entry === 'ended') forgetWallboard();
    if (entry !== 'opening') return;
    let isUnmounted = false;
    void enterWallboard(token).then((found) => {
      if (isUnmounted) return;
      if (found !== 'opened') return setEntry(found);
      const { path, search } = WALLBOARD_HOME;
      leaveTo(`${path}?${new URLSearchParams(search)}`);
    });
    return () => {
      isUnmounted = true;
    };
  }, [entry]);

  return (
    <div className={classes.entry}>
      {entry === 'opening' ? (
        <SkeletonLines label={t('shell.loading')} lines={4} />
      ) : (
        <EmptyState
          isPage
          icon={entry === 'signedIn' ? 'mdi-account-check-outline' : 'mdi-monitor-off'}
          title={t(TEXTS[entry].title)}
          text={t(TEXTS[entry].text)}
          actions={
            entry === 'unreachable' || entry === 'tooMany' ? (
              <TextButton variant="filled" onClick={() => setEntry('opening')}>
                {t('common.retry')}
              </TextButton>
            ) : (
              <TextButton onClick={() => leaveTo('/main')}>
                {t(entry === 'signedIn' ? 'shell.toDashboard' : 'customMain.toLogin')}
              </TextButton>
            )
          }
        />
      )}
    </div>
  );
}
