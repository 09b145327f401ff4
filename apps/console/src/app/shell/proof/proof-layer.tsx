import { lazy, Suspense } from 'react';
import { useProof } from '#core/session/proof-store.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

/** Above every page: a call of any page may ask who the user is. */
export function ProofLayer() {
  const isOpen = useProof(({ open }) => open !== null);
  return isOpen ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
}
