import type { RouteDeclaration } from '#core/navigation/feature-manifest.ts';

/** A route's data for guards, titles, refresh and the shell. */
export type RouteData = Omit<RouteDeclaration, 'load' | 'path'>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly route?: RouteData;
  }
}

const UNKNOWN_ROUTE: RouteData = { name: 'error' };

/** The data of the innermost matched route; an address without one shows the error page. */
export function routeDataOf(
  matches: readonly { readonly staticData: { readonly route?: RouteData } }[],
): RouteData {
  return matches.at(-1)?.staticData.route ?? UNKNOWN_ROUTE;
}
