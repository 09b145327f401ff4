import type { ErrorDetail } from '@gwanje/contract/definition/errors';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiFailure } from '#core/api/api-failure.ts';
import { queryClient } from '#core/api/query-client.ts';
import { type FailureTexts, showFailure } from './show-failure.ts';

export interface SaveOptions<Input, Result> {
  /**
   * Calls the API; the client adds the idempotency key and offers the retry. It may ask the user first and return false
   * without a call.
   */
  readonly save: (input: Input) => Promise<Result | false>;
  /** After a success, for example: close the dialog, invalidate the queries. */
  readonly onSaved?: ((result: Result, input: Input) => unknown) | undefined;
  /** After a failure. Returns true if it has shown the failure; then no alert follows. */
  readonly onFailed?: ((error: unknown, input: Input) => unknown) | undefined;
  /** Sentences of the alert, by the server's reason; they may depend on what the server refused. */
  readonly failureTexts?: FailureTexts | ((detail: ErrorDetail, input: Input) => FailureTexts) | undefined;
}

/**
 * All writes of components use this hook. `save` ignores a second click while the first write, its callbacks included,
 * is still running.
 *
 *     const { save, isSaving } = useSave({
 *       save: (tokenId: number) => call(revokeToken, { params: { tokenId } }),
 *       onSaved: () => invalidate([listTokens]),
 *     });
 */
export function useSave<Input = void, Result = unknown>(options: SaveOptions<Input, Result>) {
  const mutationKey = ['save', useId()];
  const { mutate, isPending } = useMutation(
    {
      mutationKey,
      mutationFn: options.save,
      onSuccess: (result, input) => (result === false ? undefined : options.onSaved?.(result, input)),
      onError: async (error, input) => {
        if ((await options.onFailed?.(error, input)) === true) return;
        const { failureTexts } = options;
        const detail = error instanceof ApiFailure ? error.detail : {};
        await showFailure(
          error,
          typeof failureTexts === 'function' ? failureTexts(detail, input) : failureTexts,
        );
      },
    },
    queryClient,
  );
  return {
    isSaving: isPending,
    save: (input: Input) => {
      if (queryClient.isMutating({ mutationKey }) === 0) mutate(input);
    },
  };
}
