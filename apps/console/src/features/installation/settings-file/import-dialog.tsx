import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { formatCount } from '@gwanje/domain/formats/numbers';
import {
  type FileError,
  type ImportPlan,
  importSettings,
  type PlannedEntry,
  type planImport,
} from '@gwanje/kinds/calls/settings-file';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Figures } from '@gwanje/ui/figures';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ModalDialog } from '#components/dialogs/modal-dialog.tsx';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../installation.module.css';

export interface Examined extends ResponseOf<typeof planImport> {
  readonly fileName: string;
  readonly content: string;
}

const TIMEOUT_MS = 120_000;
/** The maximum number of entries of each list: a first import may create thousands of objects. */
const SHOWN = 200;

/** The changes that an import would make, or the errors of the file. */
export function ImportDialog({
  examined: { fileName, content, errorList, plan, planId },
  onClose,
}: {
  examined: Examined;
  onClose: () => void;
}) {
  const t = useT();
  const queries = useQueryClient();
  const changeCnt = plan ? plan.createList.length + plan.changeList.length : 0;

  const { save, isSaving } = useSave({
    save: async () =>
      planId !== null && call(importSettings, { body: { content, planId }, timeoutMs: TIMEOUT_MS }),
    onSaved: async () => {
      onClose();
      // The import may have changed groups, clusters and templates, which every page may show.
      await queries.invalidateQueries();
      await showAlert({ text: t('installation.file.done', { cnt: formatCount(changeCnt) }) });
    },
    failureTexts: { changedMeanwhile: t('installation.file.changedMeanwhile') },
  });

  return (
    <ModalDialog
      title={t(plan ? 'installation.file.planTitle' : 'installation.file.errorTitle')}
      width={760}
      isFramed={false}
      onClose={() => !isSaving && onClose()}
    >
      <p className={classes.fileName}>
        <bdi>{fileName}</bdi>
      </p>
      {plan ? <PlanLists plan={plan} /> : <ErrorList list={errorList} />}
      <div className={classes.dialogActions}>
        <TextButton disabled={isSaving} onClick={onClose}>
          {t(changeCnt > 0 ? 'common.cancel' : 'common.close')}
        </TextButton>
        {changeCnt > 0 && (
          <TextButton variant="filled" loading={isSaving} onClick={() => save()}>
            {t('installation.file.import')}
          </TextButton>
        )}
      </div>
    </ModalDialog>
  );
}

function ErrorList({ list }: { list: readonly FileError[] }) {
  const t = useT();
  return (
    <>
      <p className={classes.fileText}>{t('installation.file.errorText')}</p>
      <ul className={classes.things}>
        {list.map(({ path, line, reason, detail }) => (
          <li key={`${path} ${line} ${reason}`}>
            <span className={classes.place}>
              {line !== null && t('installation.file.line', { line })} <bdi>{path}</bdi>
            </span>
            <span>
              {t(`installation.file.errors.${reason}`)}
              {detail !== null && <bdi className={classes.detail}>{detail}</bdi>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function PlanLists({ plan }: { plan: ImportPlan }) {
  const t = useT();
  const { createList, changeList, sameCnt, onlyHereList, warningList } = plan;
  return (
    <>
      <Figures
        list={[
          { label: t('installation.file.create'), value: formatCount(createList.length) },
          { label: t('installation.file.change'), value: formatCount(changeList.length) },
          { label: t('installation.file.same'), value: formatCount(sameCnt) },
          { label: t('installation.file.onlyHere'), value: formatCount(onlyHereList.length) },
        ]}
      />
      <div className={classes.lists}>
        <List title={t('installation.file.warnings')} cnt={warningList.length} isOpen>
          {warningList.slice(0, SHOWN).map(({ reason, kind, nameList, detail }) => (
            <li key={`${reason} ${kind} ${nameList.join('/')}`}>
              <Place kind={kind} nameList={nameList} />
              <span>
                {t(`installation.file.warning.${reason}`)}
                {detail !== null && <bdi className={classes.detail}>{detail}</bdi>}
              </span>
            </li>
          ))}
        </List>
        <Things title={t('installation.file.create')} list={createList} isOpen />
        <Things title={t('installation.file.change')} list={changeList} isOpen />
        <Things title={t('installation.file.onlyHereText')} list={onlyHereList} />
      </div>
    </>
  );
}

function Things({
  title,
  list,
  isOpen = false,
}: {
  title: string;
  list: readonly PlannedEntry[];
  isOpen?: boolean;
}) {
  return (
    <List title={title} cnt={list.length} isOpen={isOpen}>
      {list.slice(0, SHOWN).map(({ kind, nameList, fieldList }) => (
        <li key={`${kind} ${nameList.join('/')}`}>
          <Place kind={kind} nameList={nameList} />
          {fieldList.length > 0 && <span className={classes.detail}>{fieldList.join(', ')}</span>}
        </li>
      ))}
    </List>
  );
}

function List(props: {
  readonly title: string;
  readonly cnt: number;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}) {
  const t = useT();
  const { title, cnt, isOpen, children } = props;
  if (cnt === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {title} {formatCount(cnt)}
      </summary>
      <ul className={classes.things}>{children}</ul>
      {cnt > SHOWN && (
        <p className={classes.fileText}>{t('installation.file.more', { cnt: formatCount(cnt - SHOWN) })}</p>
      )}
    </details>
  );
}

function Place({ kind, nameList }: Pick<PlannedEntry, 'kind' | 'nameList'>) {
  const t = useT();
  return (
    <span className={classes.place}>
      <Chip colour="grey" label={t(`installation.file.kind.${kind}`)} /> <bdi>{nameList.join(' / ')}</bdi>
    </span>
  );
}
