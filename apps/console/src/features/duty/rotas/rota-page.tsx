import { parseIdText } from '@gwanje/domain/formats/id-text';
import { useQuery } from '@tanstack/react-query';
import { LoadedPage } from '#components/settings/settings-header.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { rotaQuery } from '#entities/duty/duty-queries.ts';
import { RotaEditor } from './rota-editor.tsx';
import { RotaList } from './rota-list.tsx';

/** The list of rotas, a new rota, or the rota whose id is in the address. */
export function RotaPage() {
  const { search } = useAddress();
  const id = parseIdText(search.dutyRotaId);
  if (id !== undefined) return <StoredRota key={id} id={id} />;
  return search.create === '1' ? <RotaEditor rota={null} /> : <RotaList />;
}

function StoredRota({ id }: { readonly id: number }) {
  const t = useT();
  const query = useQuery(rotaQuery(id));
  return (
    <LoadedPage
      query={query}
      title={t('routes.settingDuty')}
      path={[{ to: '/setting/duty', label: t('routes.settingDuty') }]}
      failedTitle={t('duty.failed')}
    >
      {(rota) => <RotaEditor rota={rota} />}
    </LoadedPage>
  );
}
