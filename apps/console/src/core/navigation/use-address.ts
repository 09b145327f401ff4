import { useNavigate, useSearch } from '@tanstack/react-router';

/** The query of the current address, as text. */
export type AddressText = Readonly<Record<string, string | undefined>>;

/** The address holds the user's choices, so that a reload, a bookmark and the back button restore them. */
export function useAddress() {
  const search: AddressText = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    search,
    /** Undefined removes a name from the query. Adds a history entry, unless it replaces the current one. */
    change: (patch: AddressText, { replace = false }: { readonly replace?: boolean } = {}) =>
      navigate({ to: '.', search: { ...search, ...patch }, replace, resetScroll: false }),
  };
}
