import { Chip } from '@gwanje/ui/chip';
import { PageHeader, type PageHeaderProps } from '@gwanje/ui/page-header';
import { Panel, SkeletonPage } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import type { AddressText } from '#core/navigation/use-address.ts';

interface SettingsHeaderProps extends Omit<PageHeaderProps, 'breadcrumbs' | 'breadcrumbsLabel'> {
  /** The breadcrumb between the settings and this page. */
  readonly path?: readonly { readonly to: string; readonly search?: AddressText; readonly label: string }[];
  /** Explains why the user may only read. */
  readonly readOnlyMark?: { readonly label: string; readonly reason: string } | false;
}

interface LoadedPageProps<Data> extends SettingsHeaderProps {
  readonly query: UseQueryResult<Data>;
  readonly failedTitle: string;
  /** Default: the header of a settings page. */
  readonly header?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A page that shows one object: a skeleton until it is loaded; after a failure the header and a retry. */
export function LoadedPage<Data>(props: LoadedPageProps<Data>) {
  const { query, failedTitle, header, children, ...settingsHeader } = props;
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonPage label={t('shell.loading')} />;
  return (
    <>
      {header ?? <SettingsHeader {...settingsHeader} />}
      <Panel>
        <LoadFailed title={failedTitle} query={query} />
      </Panel>
    </>
  );
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
