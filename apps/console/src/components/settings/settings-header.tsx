import { Chip } from '@gwanje/ui/chip';
import { PageHeader, type PageHeaderProps } from '@gwanje/ui/page-header';
import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';
import type { AddressText } from '#core/navigation/use-address.ts';

interface SettingsHeaderProps extends Omit<PageHeaderProps, 'breadcrumbs' | 'breadcrumbsLabel'> {
  /** The breadcrumb between the settings and this page. */
  readonly path?: readonly { readonly to: string; readonly search?: AddressText; readonly label: string }[];
  /** Explains why the user may only read. */
  readonly readOnlyMark?: { readonly label: string; readonly reason: string } | false;
}

/** The header of every page below /setting. */
export function SettingsHeader({ path = [], readOnlyMark, ...rest }: SettingsHeaderProps) {
  const t = useT();
  const links = path.map(({ to, search = {}, label }) => ({
    id: `${to} ${label}`,
    link: (
      <Link to={to} search={search}>
        <bdi>{label}</bdi>
      </Link>
    ),
  }));
  return (
    <PageHeader
      {...(readOnlyMark && {
        marks: (
          <span title={readOnlyMark.reason}>
            <Chip colour="grey" icon="mdi-eye-outline" label={readOnlyMark.label} />
          </span>
        ),
      })}
      {...rest}
      breadcrumbs={[{ id: 'settings', link: t('common.settings') }, ...links]}
      breadcrumbsLabel={t('common.path')}
    />
  );
}
