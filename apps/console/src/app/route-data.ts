import type { PlainKey } from '#core/i18n/i18n.ts';
import type { RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import type { Target } from './guards/navigation.ts';

/** A route's data for guards, titles, refresh and the shell. */
export interface RouteData {
  readonly name: string;
  readonly titleKey: PlainKey;
  readonly refreshes: boolean;
  readonly isBare: boolean;
  readonly isOpen: boolean;
  readonly declaration: Target['route'];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly route?: RouteData;
  }
}

export function routeData(route: Omit<RouteDeclaration, 'load' | 'path'>): RouteData {
  const {
    name,
    titleKey,
    refreshes = false,
    isBare = false,
    isOpen = false,
    needs,
    accepts,
    worksWithoutClusters,
  } = route;
  return {
    name,
    titleKey,
    refreshes,
    isBare,
    isOpen,
    declaration: {
      name,
      ...(needs && { needs }),
      ...(accepts && { accepts }),
      ...(worksWithoutClusters && { worksWithoutClusters }),
    },
  };
}

const UNKNOWN_ROUTE = routeData({ name: 'error', titleKey: 'routes.error' });

/** The data of the innermost matched route; an address without one shows the error page. */
export function routeDataOf(
  matches: readonly { readonly staticData: { readonly route?: RouteData } }[],
): RouteData {
  return matches.at(-1)?.staticData.route ?? UNKNOWN_ROUTE;
}
