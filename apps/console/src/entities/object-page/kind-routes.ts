import { capitalised, pluralOf } from '@gwanje/kinds/definition/kind';
import { type ExcludableKind, hasManifest, kinds, type PageKind } from '@gwanje/kinds/registry';
import type { ListDeclaration } from '#components/list/define-list.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type {
  FeatureManifest,
  RedirectDeclaration,
  RouteDeclaration,
  TabGroup,
} from '#core/navigation/feature-manifest.ts';
import type { SettingsRow } from '#entities/object-settings/object-settings-page.tsx';
import { settingsRoute } from '#entities/object-settings/settings-route.ts';
import type { ObjectKind } from './object-page.tsx';
import type { ObjectInfo } from './object-view.ts';

interface KindPages<Kind extends PageKind, Row, Info> {
  /** The titles of the list and of the tabs of an object; `tab` is the label of the list above the pages of a cluster. */
  readonly title: (page: 'list' | 'tab' | (typeof kinds)[Kind]['tabs'][number]) => PlainKey;
  /** Absent: its list has a tab of its own. */
  readonly tabGroup?: TabGroup;
  readonly list: () => Promise<ListDeclaration<Row>>;
  readonly page: () => Promise<ObjectKind<Info>>;
}

/** The list, object and settings pages of a kind whose objects users may exclude from monitoring. */
export function kindFeature<
  Kind extends PageKind & ExcludableKind,
  Row extends SettingsRow<Kind>,
  Info extends ObjectInfo,
>(kind: Kind, pages: KindPages<Kind, Row, Info>): FeatureManifest {
  return { name: pluralOf(kind), routes: [...kindRoutes(kind, pages), settingsRoute(kind, pages.list)] };
}

/** The list page of a kind, and a page for each tab of an object. They load when they are opened. */
export function kindRoutes<Kind extends PageKind, Row, Info extends ObjectInfo>(
  kind: Kind,
  { title, tabGroup, list, page }: KindPages<Kind, Row, Info>,
): (RouteDeclaration | RedirectDeclaration)[] {
  const tabs: readonly (typeof kinds)[Kind]['tabs'][number][] = kinds[kind].tabs;
  const name = `mon${capitalised(kind)}`;
  return [
    {
      path: `/mon/${kind}-list`,
      name: `${name}List`,
      titleKey: title('list'),
      clusterTab: title('tab'),
      ...(tabGroup && { clusterTabGroup: tabGroup }),
      needs: ['hostId'],
      menu: { section: 'page', icon: kinds[kind].icon },
      load: async () => {
        const [{ KindListPage }, { UnreadNotice }, declaration] = await Promise.all([
          import('#entities/inventory/cluster-page.tsx'),
          import('./panels/unread-notice.tsx'),
          list(),
        ]);
        return {
          Page: (KindListPage<Row>).bind(undefined, {
            Notice: UnreadNotice.bind(undefined, { kind }),
            titleKey: title('list'),
            declaration,
          }),
        };
      },
    },
    // Redirects to the summary.
    { path: `/mon/${kind}`, name, redirectTo: `/mon/${kind}/summary` },
    ...(hasManifest(kind) ? [manifestRoute(kind, page)] : []),
    ...tabs.map(
      (tab): RouteDeclaration => ({
        path: `/mon/${kind}/${tab}`,
        name: `${name}${capitalised(tab)}`,
        titleKey: title(tab),
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

/** The tab of a kind that the agent watches. */
function manifestRoute<Info extends ObjectInfo>(
  kind: PageKind,
  page: () => Promise<ObjectKind<Info>>,
): RouteDeclaration {
  return {
    path: `/mon/${kind}/manifest`,
    name: `mon${capitalised(kind)}Manifest`,
    titleKey: 'routes.objectManifest',
    needs: ['hostId', `${kind}Id`],
    refreshes: true,
    load: async () => {
      const [{ ManifestPage }, objectKind] = await Promise.all([
        import('./manifest/manifest-page.tsx'),
        page(),
      ]);
      return { Page: (ManifestPage<Info>).bind(undefined, { kind: objectKind }) };
    },
  };
}
