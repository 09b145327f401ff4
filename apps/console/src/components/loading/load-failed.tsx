import { ErrorState, SkeletonLines } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '#core/api/api-failure.ts';
import { useT } from '#core/i18n/i18n.ts';

interface LoadFailedProps {
  readonly title: string;
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
}

/** Replaces content that failed to load: the reason, and a button that tries again. */
export function LoadFailed({ title, query }: LoadFailedProps) {
  const t = useT();
  return (
    <ErrorState
      title={title}
      text={query.error instanceof ApiFailure ? query.error.message : t('shell.pageFailedText')}
      retryLabel={t('common.retry')}
      onRetry={() => void query.refetch()}
    />
  );
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly failedTitle: string;
  /** The lines of the skeleton. */
  readonly lines: number;
  readonly children: (data: Data) => ReactNode;
}

/** The content of a query: a skeleton until it is loaded, a retry after a failure. */
export function Loaded<Data>({ query, failedTitle, lines, children }: LoadedProps<Data>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFailed title={failedTitle} query={query} />;
  return <SkeletonLines label={t('shell.loading')} lines={lines} />;
}
