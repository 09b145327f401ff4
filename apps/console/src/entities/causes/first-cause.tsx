import { describeCause } from '@gwanje/domain/causes/text/describe-cause';
import { Icon } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#core/i18n/i18n.ts';
import { causeAddress } from './cause-address.ts';
import { causeIcons } from './cause-appearance.ts';
import { distanceText } from './cause-distance.ts';
import { alarmCausesQuery } from './cause-queries.ts';
import classes from './causes.module.css';
import { recallText } from './recall-list.tsx';
import './cause-messages.ts';

/** For a narrow window: the first change and the last handling, one line each; nothing while it is not known. */
export function FirstCause({ alarmId }: { alarmId: number }) {
  const texts = useTexts();
  const { t, language } = texts;
  const { data } = useQuery({ ...alarmCausesQuery(alarmId), retry: false });
  const [line] = data?.list ?? [];
  const recall = data?.recallList.find(({ userName, memoList }) => userName !== null || memoList.length > 0);
  const [memo] = recall?.memoList ?? [];
  const handled = recall && t('causeView.recallLine', { text: memo?.text ?? recallText(recall, texts) });
  if (!line && !handled) return null;
  const href = line ? causeAddress(line) : null;
  return (
    <div className={classes.compact}>
      {line && (
        <p title={describeCause(line.evidence, language)}>
          <Icon name={causeIcons[line.rule]} size={13} />
          <bdi>{href === null ? line.name : <OtherWindowLink href={href} text={line.name} />}</bdi>
          <span className={classes.cut}>{describeCause(line.evidence, language)}</span>
          <span className={classes.when}>{distanceText(line.distanceS, texts)}</span>
        </p>
      )}
      {handled && (
        <p title={handled}>
          <Icon name="mdi-account-check-outline" size={13} />
          <span className={classes.cut} dir="auto">
            {handled}
          </span>
        </p>
      )}
    </div>
  );
}

/** Pages open in the window that also shows the alarms of the narrow one. */
function OtherWindowLink({ href, text }: { href: string; text: string }) {
  return (
    <a className={classes.link} href={href} target="gwanje-alarms" title={text}>
      {text}
    </a>
  );
}
