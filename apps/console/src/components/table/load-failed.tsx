import { ErrorState } from '@gwanje/ui/states';
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
