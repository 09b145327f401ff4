import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for as long as the component lives, so that what it is handed to need not be drawn again. */
export function useSteadyCallback<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
