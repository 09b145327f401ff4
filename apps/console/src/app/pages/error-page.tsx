import { EmptyState } from '@gwanje/ui/states';
import { useT } from '#core/i18n/i18n.ts';
import classes from './pages.module.css';
import { WaysOut } from './ways-out.tsx';

/** Shown for unknown paths. */
export function ErrorPage() {
  const t = useT();
  return (
    <div className={classes.sheet}>
      <EmptyState
        isPage
        icon="mdi-map-marker-question-outline"
        title={t('routes.error')}
        text={t('shell.notFoundText')}
        actions={<WaysOut />}
      />
    </div>
  );
}
