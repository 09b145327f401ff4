import { parseIdText } from '@gwanje/domain/formats/id-text';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { ObjectFrame, ObjectLoader } from '../object-frame.tsx';
import { type KindOfView, type ObjectInfo, objectView } from '../object-view.ts';
import { ManifestPanels } from './manifest-panels.tsx';
import '../monitoring-messages.ts';

interface ManifestPageProps<Info> {
  readonly kind: KindOfView<Info> & { readonly query: (id: number) => UseQueryOptions<Info> };
}

const FRESH_MS = 10_000;

/** The manifest of an object of any kind that the agent watches: a tab of its page. */
export function ManifestPage<Info extends ObjectInfo>({ kind }: ManifestPageProps<Info>) {
  const { search } = useAddress();
  const texts = useTexts();
  const id = parseIdText(search[`${kind.key}Id`]) ?? 0;
  const query = useQuery({ ...kind.query(id), staleTime: FRESH_MS });
  return (
    <ObjectLoader key={id} query={query}>
      {(info, answeredMs) => {
        const view = objectView(kind, id, info, texts);
        return (
          <ObjectFrame view={view} tab="manifest" answeredMs={answeredMs} hasCharts={false}>
            {() => <ManifestPanels view={view} />}
          </ObjectFrame>
        );
      }}
    </ObjectLoader>
  );
}
