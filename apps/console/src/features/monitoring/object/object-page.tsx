import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonPage } from '@gwanje/ui/skeletons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageNotice } from '#components/notice/page-notice.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';

interface ObjectPageProps<Info> {
  readonly query: UseQueryResult<Info>;
  /** As far as it is known without the answer. */
  readonly name?: string | undefined;
  readonly children: (info: Info, answeredMs: number) => ReactNode;
}

/** Skeleton until the object is there; a later failure leaves what was known, whose age goes on growing. */
export function ObjectPage<Info>({ query, name, children }: ObjectPageProps<Info>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data, query.dataUpdatedAt);
  if (!query.isError) return <SkeletonPage label={t('shell.loading')} />;
  return (
    <>
      <PageHeader title={name ?? t('monitoring.objectFailed')} />
      <PageNotice />
      <Panel>
        <LoadFailed
          title={t('monitoring.objectFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </Panel>
    </>
  );
}
