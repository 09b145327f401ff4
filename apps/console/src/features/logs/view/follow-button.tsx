import { formatNumber } from '@gwanje/domain/formats/numbers';
import { TextButton } from '@gwanje/ui/buttons';
import { useT } from '#core/i18n/i18n.ts';
import classes from './log-view.module.css';

interface FollowButtonProps {
  readonly newCnt: number;
  readonly onFollow: () => void;
}

/** A person who scrolls up stops to follow; this button goes on at the newest line. */
export function FollowButton({ newCnt, onFollow }: FollowButtonProps) {
  const t = useT();
  return (
    <TextButton
      icon="mdi-arrow-collapse-down"
      variant="filled"
      size="xs"
      className={classes.follow}
      onClick={onFollow}
    >
      {t('logs.follow')}
      {newCnt > 0 && (
        <span className={classes.newCnt}>{t('logs.newLines', { cnt: formatNumber(newCnt) })}</span>
      )}
    </TextButton>
  );
}
