import { useNavigate, useSearch } from '@tanstack/react-router';

/** The query of the current address, as text. */
export type AddressText = Readonly<Record<string, string | undefined>>;

export interface Address {
  readonly search: AddressText;
  /** Undefined removes a name from the query. A step back undoes the change unless it replaces. */
  readonly change: (patch: AddressText, options?: { readonly replace?: boolean }) => Promise<void>;
}

/** The address holds the user's choices, so that a reload, a bookmark and the back button restore them. */
export function useAddress(): Address {
  const search: AddressText = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    search,
    change: (patch, { replace = false } = {}) =>
      navigate({ to: '.', search: { ...search, ...patch }, replace, resetScroll: false }),
  };
}
