import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { UserNo } from '@gwanje/contract/definition/fields';
import {
  erasePersonalData,
  erasureObstacles,
  exportPersonalData,
  getPersonalData,
  listErasures,
} from '@gwanje/contract/users/personal-data';
import { pseudonymOf } from '@gwanje/contract/users/pseudonym';
import { getUser, listUsers } from '@gwanje/contract/users/users';
import { formatCount } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { download as handOver } from '@gwanje/ui/download';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { useSave } from '#components/forms/use-save.ts';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { Loaded } from '#components/loading/load-failed.tsx';
import { call, download } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from './personal-data.module.css';

type Data = ResponseOf<typeof getPersonalData>;
type Kind = Data['dataList'][number];

/** The export reads the whole audit log. */
const TIMEOUT_MS = 300_000;

const kindColumns: TableColumns<Kind & { about: string }> = {
  key: {
    label: 'personalData.kind',
    width: 200,
    cell: (key, _, { t }) => <TextCell text={t(`personalData.kinds.${key}`)} isStrong />,
  },
  about: {
    label: 'personalData.what',
    cell: (_, { key }, { t }) => <TextCell text={t(`personalData.about.${key}`)} />,
  },
  cnt: {
    label: 'personalData.cnt',
    width: 90,
    align: 'end',
    cell: (cnt) => (cnt === 0 ? <span className={classes.none}>0</span> : formatCount(cnt)),
  },
  effect: {
    label: 'personalData.effect',
    width: 180,
    cell: (effect, _, { t }) => <TextCell text={t(`personalData.effects.${effect}`)} isQuiet />,
  },
};

/** What is stored of one person, with the export; for an admin also the erasure. */
export function PersonData({
  userNo,
  isOwn = false,
  onClose,
}: {
  readonly userNo: number;
  readonly isOwn?: boolean;
  readonly onClose?: () => void;
}) {
  const t = useT();
  const query = useQuery(apiQuery(getPersonalData, { params: { userNo } }, { staleMs: 0 }));
  const { save: exportRows, isSaving: isExporting } = useSave({
    save: () => download(exportPersonalData, { params: { userNo }, timeoutMs: TIMEOUT_MS }),
    onSaved: ({ blob, fileName }) => handOver(blob, fileName ?? `personal-data-${userNo}.json`),
  });
  const name = query.data?.name;
  const title =
    isOwn || !query.data ? t('personalData.stored') : (name ?? personName(pseudonymOf(userNo), t));
  return (
    <Panel
      title={title}
      actions={
        <>
          <TextButton icon="mdi-download" loading={isExporting} onClick={() => exportRows()}>
            {t('personalData.download')}
          </TextButton>
          {query.data && !isOwn && <EraseButton data={query.data} title={title} />}
          {onClose && (
            <TextButton icon="mdi-close" onClick={onClose}>
              {t('personalData.close')}
            </TextButton>
          )}
        </>
      }
    >
      <Loaded query={query} failedTitle={t('personalData.failed')} lines={8}>
        {({ dataList, erasedAt, obstacle }) => (
          <>
            {erasedAt !== null && (
              <p className={classes.notice}>
                {t('personalData.erasedAt', { at: formatTimestamp(erasedAt) })}
              </p>
            )}
            {!isOwn && erasedAt === null && obstacle && (
              <p className={classes.notice}>{t(`personalData.obstacles.${obstacle}`)}</p>
            )}
            <Table
              label={t('personalData.stored')}
              columns={kindColumns}
              rows={inOrder(dataList)}
              rowId={({ key }) => key}
              empty={<EmptyState icon="mdi-card-account-details-outline" title={t('personalData.empty')} />}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The account, then what is stored, then what is not. */
function inOrder(kinds: readonly Kind[]) {
  const rank = ({ key, cnt }: Kind) => (cnt === 0 ? 2 : key === 'account' ? 0 : 1);
  return kinds.toSorted((a, b) => rank(a) - rank(b)).map((kind) => ({ ...kind, about: kind.key }));
}

function EraseButton({ data, title }: { readonly data: Data; readonly title: string }) {
  const t = useT();
  const { userNo, obstacle, erasedAt } = data;
  const { save: erase, isSaving } = useSave({
    save: async () => {
      const isConfirmed = await showConfirm({
        title: t('personalData.erase'),
        text: t('personalData.eraseText', { name: title }),
        msg: t('personalData.eraseGoes'),
        textConfirm: t('common.delete'),
      });
      return isConfirmed && call(erasePersonalData, { params: { userNo: UserNo.parse(userNo) } });
    },
    onSaved: () => invalidate([getPersonalData, listErasures, listUsers, getUser]),
    failureTexts: Object.fromEntries(
      erasureObstacles.map((one) => [one, t(`personalData.obstacles.${one}`)]),
    ),
  });
  if (erasedAt !== null) return null;
  return (
    <IfMayChange>
      <TextButton
        icon="mdi-delete-outline"
        color="red"
        loading={isSaving}
        disabled={obstacle !== null}
        onClick={() => erase()}
      >
        {t('personalData.erase')}
      </TextButton>
    </IfMayChange>
  );
}
