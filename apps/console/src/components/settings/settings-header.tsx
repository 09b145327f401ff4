import { PageHeader, type PageHeaderProps } from '@gwanje/ui/page-header';
import { useT } from '#core/i18n/i18n.ts';

interface SettingsHeaderProps extends Omit<PageHeaderProps, 'breadcrumbs' | 'breadcrumbsLabel'> {
  /** The breadcrumb between the settings and this page. */
  readonly path?: PageHeaderProps['breadcrumbs'];
}

/** The header of every page below /setting. */
export function SettingsHeader({ path = [], ...rest }: SettingsHeaderProps) {
  const t = useT();
  return (
    <PageHeader
      {...rest}
      breadcrumbs={[{ id: 'settings', link: t('common.settings') }, ...path]}
      breadcrumbsLabel={t('common.path')}
    />
  );
}
