import { Icon } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import classes from './header-preview.module.css';

interface HeaderPreviewProps {
  readonly theme: 'light' | 'dark';
  /** Null: the product's own logo. */
  readonly imgUrl: string | null;
  readonly onUnreadable?: () => void;
}

/** A small copy of the console's header in the colours of one theme, whichever theme is active. */
export function HeaderPreview({ theme, imgUrl, onUnreadable }: HeaderPreviewProps) {
  const t = useT();
  const label = t(theme === 'light' ? 'logo.previewLight' : 'logo.previewDark');
  return (
    <figure className={classes.figure}>
      <div className={`${classes.bar} ${classes[theme]}`} role="img" aria-label={label}>
        <span className={classes.logo}>
          {imgUrl === null ? (
            <>
              <Icon name="mdi-radar" size={20} className={classes.mark} />
              {t('header.product')}
            </>
          ) : (
            <img className={classes.image} src={imgUrl} alt="" onError={onUnreadable} />
          )}
        </span>
        <span className={classes.active}>{t('header.dashboard')}</span>
        <span>{t('header.monitoring')}</span>
        <span>{t('header.events')}</span>
        <span>{t('header.alarms')}</span>
      </div>
      <figcaption className={classes.caption}>{label}</figcaption>
    </figure>
  );
}
