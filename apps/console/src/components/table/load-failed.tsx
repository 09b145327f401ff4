import { ErrorState } from '@gwanje/ui/states';
import { ApiFailure } from '#core/api/api-failure.ts';
import { useT } from '#core/i18n/i18n.ts';

interface LoadFailedProps {
  readonly title: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Replaces content that could not be loaded: what failed, why, and a retry button. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const t = useT();
  return (
    <ErrorState
      title={title}
      text={error instanceof ApiFailure ? error.message : t('shell.pageFailedText')}
      retryLabel={t('common.retry')}
      onRetry={onRetry}
    />
  );
}
