import { TextButton } from '@gwanje/ui/buttons';
import { download } from '@gwanje/ui/download';
import { useMemo } from 'react';
import { useNotice } from '#components/list/toolbar/use-notice.ts';
import { copyText } from '#core/browser/copy-text.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './manifest.module.css';
import { linesOf, yamlText } from './yaml-text.ts';

interface YamlViewProps {
  readonly json: string;
  /** Without the ending. */
  readonly fileName: string;
}

/** The YAML of a manifest, with line numbers that a selection leaves out. */
export function YamlView({ json, fileName }: YamlViewProps) {
  const t = useT();
  const [notice, notify] = useNotice();
  const yaml = useMemo(() => yamlText(json), [json]);
  const lines = useMemo(() => linesOf(yaml), [yaml]);
  async function copy(): Promise<void> {
    notify(t((await copyText(yaml)) ? 'manifests.copied' : 'manifests.notCopied'));
  }
  return (
    <>
      <div className={classes.head}>
        <TextButton icon="mdi-content-copy" size="compact-sm" onClick={() => void copy()}>
          {t('manifests.copy')}
        </TextButton>
        <TextButton
          icon="mdi-download"
          size="compact-sm"
          onClick={() =>
            download(new Blob([yaml], { type: 'application/yaml;charset=utf-8' }), `${fileName}.yaml`)
          }
        >
          {t('manifests.download')}
        </TextButton>
        <span>{t('manifests.lineCnt', { cnt: lines.length })}</span>
        <span role="status">{notice}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the text by keyboard */}
      <section className={classes.code} aria-label={t('manifests.yaml')} tabIndex={0}>
        <code className={classes.lines} translate="no">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
            <span key={index} className={classes.line}>
              {line}
              {'\n'}
            </span>
          ))}
        </code>
      </section>
    </>
  );
}
