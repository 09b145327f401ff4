import { formatNumber } from '@gwanje/domain/formats/numbers';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { download } from '@gwanje/ui/download';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { useNotice } from '#components/list/toolbar/use-notice.ts';
import { copyText } from '#core/browser/copy-text.ts';
import { useT } from '#core/i18n/i18n.ts';
import type { LogLine, LogRow } from '../lines/log-row.ts';
import type { ShownRows } from '../lines/shown-rows.ts';
import type { ShownSource } from '../rows/log-row-view.tsx';
import { plainLog, rawLog } from './log-text.ts';

interface CopyMenuProps {
  readonly shown: ShownRows;
  readonly all: readonly LogRow[];
  readonly loadedCnt: number;
  readonly selected: readonly LogLine[];
  readonly sources: readonly ShownSource[];
  readonly fileName: string;
  readonly onClear: () => void;
}

const TEXT = { type: 'text/plain;charset=utf-8' };

/** Copies the selected lines or all shown ones; saves what is shown as text, or what is loaded as it was. */
export function CopyMenu({ shown, all, loadedCnt, selected, sources, fileName, onClear }: CopyMenuProps) {
  const t = useT();
  const [notice, notify] = useNotice();
  const cnt = selected.length || shown.lineCnt;
  async function copy(): Promise<void> {
    const isCopied = await copyText(plainLog(selected.length > 0 ? selected : shown.rows, sources, t));
    notify(isCopied ? t('logs.copied', { cnt: formatNumber(cnt) }) : t('logs.copyFailed'));
  }
  return (
    <>
      <span aria-live="polite">{notice}</span>
      <TextButton icon="mdi-content-copy" size="xs" disabled={cnt === 0} onClick={() => void copy()}>
        {selected.length > 0
          ? t('logs.copySelected', { cnt: formatNumber(selected.length) })
          : t('logs.copy')}
      </TextButton>
      <MenuButton
        position="bottom-end"
        entries={[
          {
            id: 'text',
            kind: 'action',
            icon: 'mdi-text-box-outline',
            label: t('logs.downloadText', { cnt: formatNumber(shown.lineCnt) }),
            onChoose: () => download(new Blob([plainLog(shown.rows, sources, t)], TEXT), `${fileName}.txt`),
          },
          {
            id: 'raw',
            kind: 'action',
            icon: 'mdi-code-json',
            label: t('logs.downloadRaw', { cnt: formatNumber(loadedCnt) }),
            onChoose: () => download(new Blob([...rawLog(all)], TEXT), `${fileName}.log`),
          },
        ]}
      >
        {(opener) => (
          <IconButton
            icon="mdi-download"
            label={t('logs.download')}
            variant="default"
            size={30}
            {...opener}
          />
        )}
      </MenuButton>
      <IconButton icon="mdi-broom" label={t('logs.clear')} variant="default" size={30} onClick={onClear} />
    </>
  );
}
