import { mayOpenRoute, type RoleHolder } from '@gwanje/domain/access/permissions';
import type { IconName } from '@gwanje/ui/icon';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PlainKey } from '#core/i18n/i18n.ts';
import {
  type FeatureManifest,
  isRedirect,
  type MenuSection,
  titleKeyOf,
} from '#core/navigation/feature-manifest.ts';
import { useSession } from '#core/session/session-store.ts';

export interface MenuEntry {
  readonly path: string;
  readonly titleKey: PlainKey;
  readonly section: MenuSection;
  readonly icon: IconName;
}

/** The menu entries that this user may open. */
export function menuEntries(features: readonly FeatureManifest[], user: RoleHolder): MenuEntry[] {
  return features
    .flatMap((feature) => feature.routes)
    .flatMap((route) => {
      if (isRedirect(route) || !route.menu || !mayOpenRoute(user, route.name)) return [];
      return [{ path: route.path, titleKey: titleKeyOf(route), ...route.menu }];
    });
}

export function useMenuEntries(): readonly MenuEntry[] {
  const { features } = useRouter().options.context;
  const user = useSession((state) => state.user);
  return useMemo(() => (user ? menuEntries(features, user) : []), [features, user]);
}
