import { ALERT_WIDTH, CONFIRM_WIDTH } from '@gwanje/domain/constants/dialogs';
import { type ReactNode, type Ref, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '#core/i18n/i18n.ts';
import { closeDialog, type OpenDialog, useDialogs } from './dialog-store.ts';
import classes from './global-dialogs.module.css';
import { useDialogLayers } from './use-dialog-layers.ts';

/** Shows the queued alerts and confirms, one at a time. */
export function GlobalDialogs() {
  const dialog = useDialogs(({ queue }) => queue[0]);
  return dialog ? createPortal(<DialogLayer dialog={dialog} />, document.body) : null;
}

/** Stays mounted while the queue has dialogs, so that the focus returns to where it was before the first. */
function DialogLayer({ dialog }: { readonly dialog: OpenDialog }) {
  const [opener] = useState(() => document.activeElement);
  const layers = useDialogLayers();
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
  return (
    <>
      <div className={classes.overlay} style={{ zIndex: layers.overlay }} />
      <div className={classes.stage} style={{ zIndex: layers.dialog }}>
        <DialogFrame key={dialog.id} dialog={dialog} />
      </div>
    </>
  );
}

/**
 * An alert or a confirm. Neither Escape nor a click outside closes it. The stop-propagation attribute keeps Escape from
 * closing a Mantine dialog below.
 */
function DialogFrame({ dialog }: { readonly dialog: OpenDialog }) {
  const t = useT();
  const frameRef = useRef<HTMLDivElement>(null);
  const mainRef = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const textId = useId();
  const { kind, id, options } = dialog;

  useLayoutEffect(() => {
    mainRef.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (frameRef.current) handleDialogKey(event, frameRef.current, kind, () => closeDialog(id, true));
    };
    const isOutside = ({ target }: Event) =>
      !(target instanceof Node && frameRef.current?.contains(target) === true);
    const onFocusIn = (event: FocusEvent) => {
      if (isOutside(event)) mainRef.current?.focus();
    };
    // A press on the overlay must not take the focus away.
    const onMouseDown = (event: MouseEvent) => {
      if (isOutside(event)) event.preventDefault();
    };
    const closing = new AbortController();
    const { signal } = closing;
    document.addEventListener('keydown', onKeyDown, { capture: true, signal });
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('mousedown', onMouseDown, { capture: true, signal });
    return () => closing.abort();
  }, [kind, id]);

  const { title, prependIcon, textCancel = t('common.cancel'), content } = options;
  return (
    <div
      ref={frameRef}
      role="alertdialog"
      tabIndex={-1}
      data-mantine-stop-propagation="true"
      aria-modal="true"
      aria-labelledby={title ? titleId : undefined}
      aria-label={title ? undefined : t(kind === 'alert' ? 'dialogs.alertLabel' : 'dialogs.confirmLabel')}
      aria-describedby={textId}
      className={classes.frame}
      style={{ width: kind === 'alert' ? (options.width ?? ALERT_WIDTH) : CONFIRM_WIDTH }}
    >
      {(title || prependIcon || kind === 'confirm') && (
        <div className={title || prependIcon ? classes.title : classes.untitled}>
          {prependIcon && <i className={`mdi ${prependIcon} ${classes.icon}`} aria-hidden="true" />}
          {title && <h2 id={titleId}>{title}</h2>}
          {kind === 'confirm' && (
            <DialogButton
              className={classes.closeIcon}
              label={t('common.close')}
              onClick={() => closeDialog(id, null)}
            >
              <i className="mdi mdi-close" aria-hidden="true" />
            </DialogButton>
          )}
        </div>
      )}
      <div id={textId} className={classes.body}>
        <Paragraph base={classes.text} extra={options.classText} text={options.text} />
        <Paragraph base={classes.msg} extra={options.classMsg} text={options.msg} />
        <Paragraph base={classes.caption} extra={options.classCaptionMsg} text={options.captionMsg} />
      </div>
      {content && <div className={classes.content}>{content}</div>}
      <div className={classes.actions}>
        {kind === 'confirm' && textCancel !== null && (
          <DialogButton
            className={joined(classes.cancel, options.classCancel)}
            onClick={() => closeDialog(id, false)}
          >
            {textCancel}
          </DialogButton>
        )}
        <DialogButton
          buttonRef={mainRef}
          className={joined(classes.confirm, options.classConfirm)}
          onClick={() => closeDialog(id, true)}
        >
          {options.textConfirm ?? t('common.ok')}
        </DialogButton>
      </div>
    </div>
  );
}

interface DialogButtonProps {
  readonly className: string | undefined;
  readonly onClick: () => void;
  readonly label?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

function DialogButton({ className, onClick, label, buttonRef, children }: DialogButtonProps) {
  return (
    <button
      ref={buttonRef}
      type="button"
      className={className}
      aria-label={label}
      onClick={onClick}
      data-mantine-stop-propagation="true"
    >
      {children}
    </button>
  );
}

function Paragraph({ base, extra, text }: Record<'base' | 'extra' | 'text', string | undefined>) {
  return text ? <p className={joined(base, extra)}>{text}</p> : null;
}

function joined(...classNames: readonly (string | undefined)[]): string {
  return classNames.filter(Boolean).join(' ');
}

const TABBABLE = 'button:not(:disabled), a[href], input:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** Keys do not reach the page below. Enter does nothing while it ends a Korean syllable or is held down. */
function handleDialogKey(
  event: KeyboardEvent,
  frame: HTMLElement,
  kind: 'alert' | 'confirm',
  accept: () => void,
): void {
  event.stopPropagation();
  if (event.key === 'Tab') keepInside(event, frame);
  if (event.key === 'Escape') event.preventDefault();
  // Safari ends the composition before it reports the key; only key code 229 shows it.
  const isComposing = event.isComposing || event.keyCode === 229;
  if (event.key !== 'Enter' && event.keyCode !== 229) return;
  const isIgnored = isComposing || event.repeat;
  if (isIgnored || kind === 'alert') event.preventDefault();
  if (!isIgnored && kind === 'alert') accept();
}

function keepInside(event: KeyboardEvent, frame: HTMLElement): void {
  const stops = [...frame.querySelectorAll<HTMLElement>(TABBABLE)];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  const next = stops.at(event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % stops.length);
  event.preventDefault();
  next?.focus();
}
