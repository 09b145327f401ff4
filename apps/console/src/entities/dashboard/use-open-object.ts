import { queryClient } from '#core/api/query-client.ts';
import { logWarning } from '#core/browser/log.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { infoQuery } from '#entities/inventory/info-queries.ts';
import { clusterAddress, pageAddress } from '#entities/inventory/object-address.ts';
import type { TileKind } from './model/group-tiles.ts';

/** Opens the page of an object, or reports that it could not be opened. */
export function useOpenObject(): (kind: TileKind, id: number) => Promise<void> {
  const t = useT();
  return async (kind, id) => {
    try {
      await navigateTo(await addressOfObject(kind, id));
    } catch (error) {
      logWarning(`the page of ${kind} ${id} could not be opened`, error);
      await showAlert({ text: t('dashboard.openFailed') });
    }
  };
}

/** Reads the cluster of the object from its info request, which the object's card has usually cached. */
async function addressOfObject(kind: TileKind, id: number): Promise<string> {
  if (kind === 'cluster') return clusterAddress(id);
  const { hostId } = await queryClient.fetchQuery(infoQuery(kind, id));
  return pageAddress(kind, hostId, id);
}
