import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonPage } from '@gwanje/ui/skeletons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageNotice } from '#components/notice/page-notice.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';

interface ObjectLoaderProps<Info> {
  readonly query: UseQueryResult<Info>;
  /** The object's name, if it is known before the answer. */
  readonly name?: string | undefined;
  readonly children: (info: Info, answeredMs: number) => ReactNode;
}

/** Shows a skeleton until the first answer. After a later failure the last answer stays on screen. */
export function ObjectLoader<Info>({ query, name, children }: ObjectLoaderProps<Info>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data, query.dataUpdatedAt);
  if (!query.isError) return <SkeletonPage label={t('shell.loading')} />;
  const title = t('monitoring.objectFailed');
  return (
    <>
      <PageHeader title={name ?? title} />
      <PageNotice />
      <Panel>
        <LoadFailed title={title} query={query} />
      </Panel>
    </>
  );
}
