import type { ListDeclaration } from '#components/list/define-list.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { RedirectDeclaration, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { kindViews, type PageKind, pageTabs } from '#entities/inventory/kind-views.ts';
import type { ObjectKind } from './object-page.tsx';
import type { ObjectInfo } from './object-view.ts';

/** Route names that have a title. */
type TitledName = Extract<PlainKey, `routes.${string}`> extends `routes.${infer Name}` ? Name : never;

interface KindPages<Kind extends PageKind, Row, Info> {
  readonly listName: TitledName;
  readonly list: () => Promise<ListDeclaration<Row>>;
  /** The name of `/mon/<kind>`, which leads to the summary. */
  readonly name: string;
  readonly tabNames: Readonly<Record<(typeof pageTabs)[Kind][number], TitledName>>;
  readonly page: () => Promise<ObjectKind<Info>>;
}

/** The list page of a kind, and a page for each tab of an object. They load when they are opened. */
export function kindRoutes<Kind extends PageKind, Row, Info extends ObjectInfo>(
  kind: Kind,
  { listName, list, name, tabNames, page }: KindPages<Kind, Row, Info>,
): (RouteDeclaration | RedirectDeclaration)[] {
  const tabs: readonly (typeof pageTabs)[Kind][number][] = pageTabs[kind];
  return [
    {
      path: `/mon/${kind}-list`,
      name: listName,
      titleKey: `routes.${listName}`,
      needs: ['hostId'],
      menu: { section: 'page', icon: kindViews[kind].icon },
      load: async () => {
        const [{ KindListPage }, declaration] = await Promise.all([
          import('#entities/inventory/cluster-page.tsx'),
          list(),
        ]);
        return {
          Page: (KindListPage<Row>).bind(undefined, { titleKey: `routes.${listName}`, declaration }),
        };
      },
    },
    { path: `/mon/${kind}`, name, redirectTo: `/mon/${kind}/summary` },
    ...tabs.map(
      (tab): RouteDeclaration => ({
        path: `/mon/${kind}/${tab}`,
        name: tabNames[tab],
        titleKey: `routes.${tabNames[tab]}`,
        needs: ['hostId', `${kind}Id`],
        refreshes: true,
        load: async () => {
          const [{ ObjectPage }, objectKind] = await Promise.all([import('./object-page.tsx'), page()]);
          return { Page: (ObjectPage<Info>).bind(undefined, { kind: objectKind, tab }) };
        },
      }),
    ),
  ];
}
