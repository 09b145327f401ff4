import { formatNumber } from '@gwanje/domain/formats/numbers';
import { Icon } from '@gwanje/ui/icon';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { indentedJson, type JsonLine, jsonLine } from '../lines/json-line.ts';
import type { LogLine } from '../lines/log-row.ts';
import { cssColour, readableColour, textOn } from '../lines/readable-colour.ts';
import { type StyledPart, styledParts, type TextStyle } from '../lines/sgr.ts';
import classes from './line-content.module.css';

interface LineContentProps {
  readonly line: LogLine;
  /** The beginnings and ends of the matches in the line's text. */
  readonly ranges: readonly number[] | null;
  readonly isExpanded: boolean;
  readonly onExpand: () => void;
}

/** A longer line is folded. */
export const FOLD_CHARS = 1_500;
/** The text before a match that lies behind the fold. */
const BEFORE_MATCH_CHARS = 200;

/** The text of a line with its colours and matches; a JSON object as its message and fields. */
export function LineContent({ line, ranges, isExpanded, onExpand }: LineContentProps) {
  const t = useT();
  const json = useMemo(() => jsonLine(line.text), [line]);
  const isLong = line.text.length > FOLD_CHARS;
  if (!json && !isLong)
    return (
      <span className={classes.text} dir="auto">
        <StyledText parts={styledParts(line.raw)} ranges={ranges} />
      </span>
    );
  const label = t(isExpanded ? 'logs.fold' : 'logs.expand');
  return (
    <>
      <button
        type="button"
        className={classes.twist}
        aria-expanded={isExpanded}
        aria-label={label}
        title={label}
        onClick={onExpand}
      >
        <Icon name={isExpanded ? 'mdi-chevron-down' : 'mdi-chevron-right'} size={14} />
      </button>
      <span className={classes.text} dir="auto">
        {isExpanded ? (
          <StyledText
            parts={json ? [{ text: indentedJson(line.text), style: null }] : styledParts(line.raw)}
            ranges={json ? null : ranges}
          />
        ) : json && ranges === null ? (
          <FoldedJson json={json} />
        ) : (
          <FoldedText line={line} ranges={ranges} />
        )}
      </span>
    </>
  );
}

function FoldedJson({ json: { message, fields } }: { readonly json: JsonLine }) {
  let left = FOLD_CHARS - message.length;
  const shown = fields.filter(({ name, text }) => {
    left -= name.length + text.length;
    return left > 0;
  });
  return (
    <>
      {message !== '' && <span className={classes.message}>{message.slice(0, FOLD_CHARS)} </span>}
      {shown.map(({ name, text }) => (
        <span key={name} className={classes.field}>
          <span className={classes.name}>{name}=</span>
          {text}{' '}
        </span>
      ))}
    </>
  );
}

function FoldedText({ line, ranges }: Pick<LineContentProps, 'line' | 'ranges'>) {
  const t = useT();
  const match = ranges?.[0] ?? 0;
  const from = match > FOLD_CHARS ? match - BEFORE_MATCH_CHARS : 0;
  const left = line.text.length - from - FOLD_CHARS;
  return (
    <>
      {from > 0 && '… '}
      <StyledText
        parts={partsBetween(styledParts(line.raw), from, from + FOLD_CHARS)}
        ranges={ranges?.map((at) => at - from) ?? null}
      />
      {left > 0 && <span className={classes.more}> {t('logs.more', { cnt: formatNumber(left) })}</span>}
    </>
  );
}

interface StyledTextProps {
  readonly parts: readonly StyledPart[];
  readonly ranges: readonly number[] | null;
}

function StyledText({ parts, ranges }: StyledTextProps): ReactNode {
  if (ranges === null && parts.length === 1 && parts[0]?.style === null) return parts[0].text;
  let from = 0;
  return parts.map(({ text, style }, at) => {
    const content = ranges === null ? text : highlighted(text, from, ranges);
    from += text.length;
    return style === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change
      <span key={at}>{content}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change
      <span key={at} className={classes.styled} {...appearanceOf(style)}>
        {content}
      </span>
    );
  });
}

/** The part of a text that begins at `offset` of its line, with the matches marked. */
function highlighted(text: string, offset: number, ranges: readonly number[]): ReactNode[] {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const begin = Math.max(from, (ranges[at] ?? 0) - offset);
    const end = Math.min(text.length, (ranges[at + 1] ?? 0) - offset);
    if (end <= begin) continue;
    if (begin > from) nodes.push(text.slice(from, begin));
    nodes.push(<mark key={begin}>{text.slice(begin, end)}</mark>);
    from = end;
  }
  nodes.push(text.slice(from));
  return nodes;
}

function partsBetween(parts: readonly StyledPart[], from: number, to: number): readonly StyledPart[] {
  let at = 0;
  return parts.flatMap(({ text, style }) => {
    const cut = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += text.length;
    return cut === '' ? [] : [{ text: cut, style }];
  });
}

/** Colours that are readable in both themes; the style sheet takes the one of the theme. */
function appearanceOf(style: TextStyle): { readonly style: CSSProperties; readonly 'data-inverse'?: true } {
  const ground = style.isInverse ? style.colour : style.ground;
  const colour = style.isInverse ? null : style.colour;
  const css: Record<string, string | number> = {};
  if (ground) {
    css['--ground'] = cssColour(ground);
    css['--light'] = css['--dark'] = cssColour(textOn(ground));
  } else if (colour) {
    css['--light'] = cssColour(readableColour(colour, 'light'));
    css['--dark'] = cssColour(readableColour(colour, 'dark'));
  }
  if (style.isBold) css.fontWeight = 700;
  if (style.isItalic) css.fontStyle = 'italic';
  if (style.isUnderlined) css.textDecoration = 'underline';
  return style.isInverse && !ground ? { style: css, 'data-inverse': true } : { style: css };
}
