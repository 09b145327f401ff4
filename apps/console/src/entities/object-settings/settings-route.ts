import { capitalised } from '@gwanje/kinds/definition/kind';
import { type ExcludableKind, kinds } from '@gwanje/kinds/registry';
import type { IconName } from '@gwanje/ui/icon';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { kindSegment } from '#core/i18n/kind-titles.ts';
import type { RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import type { SettingsRow } from './object-settings-page.tsx';

/** The settings page of a kind, where users exclude objects from monitoring: `/setting/mon/pod-list`. */
export function settingsRoute<Kind extends ExcludableKind, Row extends SettingsRow<Kind>>(
  kind: Kind,
  list: () => Promise<ListDeclaration<Row>>,
  icon: IconName = kinds[kind].icon,
): RouteDeclaration {
  const segment = kindSegment<ExcludableKind>(kind);
  const name = `settingMon${capitalised(segment)}List` as const;
  return {
    path: `/setting/mon/${segment}-list`,
    name,
    accepts: ['hostId'],
    menu: { section: 'settingsMonitoring', icon },
    load: async () => {
      const [{ ObjectSettingsPage, settingsList }, monitored] = await Promise.all([
        import('./object-settings-page.tsx'),
        list(),
      ]);
      const declaration = settingsList(kind, monitored);
      return {
        Page: (ObjectSettingsPage<Kind, Row>).bind(undefined, {
          kind,
          titleKey: `routes.${name}`,
          declaration,
        }),
      };
    },
  };
}
