import { Popover } from '@mantine/core';
import { type CSSProperties, type ReactNode, useEffect } from 'react';

/** The position of the element that opened a panel. The element itself may be re-rendered while the panel is open. */
export interface Place extends Pick<DOMRect, 'left' | 'top' | 'width' | 'height'> {
  /** Gets the focus back if it still exists. */
  readonly opener: HTMLElement;
}

export function placeOf(opener: HTMLElement): Place {
  const { left, top, width, height } = opener.getBoundingClientRect();
  return { left, top, width, height, opener };
}

export function useFocusBack({ opener }: Place): void {
  useEffect(
    () => () => {
      // After the panel is closed, unless another element has the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** The style of an invisible element at the position, to which the menu is anchored. */
export function placeStyle({ left, top, width, height }: Place): CSSProperties {
  return {
    position: 'fixed',
    left,
    top,
    width,
    height,
    padding: 0,
    border: 0,
    opacity: 0,
    pointerEvents: 'none',
  };
}

interface PanelAtProps {
  readonly place: Place;
  readonly label: string;
  readonly width?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small dialog at a position; the focus returns to the element that opened it. */
export function PanelAt({ place, label, width = 300, onClose, children }: PanelAtProps) {
  useFocusBack(place);
  return (
    <Popover
      opened
      onDismiss={onClose}
      onClose={onClose}
      trapFocus
      withinPortal
      hideDetached={false}
      withRoles={false}
      position="bottom-start"
      shadow="md"
      width={width}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <span style={placeStyle(place)} aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
