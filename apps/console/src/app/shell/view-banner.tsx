import { labelOf } from '@gwanje/domain/labels';
import { roleKey } from '@gwanje/domain/mappings/role';
import { Icon } from '@gwanje/ui/icon';
import { useSave } from '#components/forms/use-save.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { isViewing, useSession } from '#core/session/session-store.ts';
import { endViewAs } from '#core/session/view-as.ts';
import classes from './view-banner.module.css';

/** Shown on every page, in every window: the admin must always see whose view this is. */
export function ViewBanner() {
  const t = useT();
  const language = useLanguage();
  const user = useSession((state) => state.user);
  const isShown = useSession(isViewing);
  const { save: stopViewing, isSaving } = useSave({ save: endViewAs });
  if (!user || !isShown) return null;

  return (
    <section className={classes.banner} aria-label={t('shell.viewing', { name: user.name })}>
      <Icon name="mdi-eye-outline" size={18} />
      <span className={classes.who}>
        <b>{t('shell.viewing', { name: user.name })}</b>
        <span className={classes.id}>
          <bdi>{user.userId}</bdi> · {labelOf(roleKey(user.role, user.isKeyUser), language)}
        </span>
      </span>
      <span className={classes.only}>
        <Icon name="mdi-lock-outline" size={14} />
        {t('shell.viewingOnly')}
      </span>
      <button type="button" className={classes.stop} disabled={isSaving} onClick={() => stopViewing()}>
        <Icon name="mdi-close" size={16} />
        {t('shell.stopViewing')}
      </button>
    </section>
  );
}
