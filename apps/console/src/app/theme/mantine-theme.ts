import { createTheme } from '@mantine/core';

/** Higher on a telephone (base.css). */
const CONTROL_HEIGHT = 'var(--control-height)';
const CONTROL_FONT_SIZE = 'var(--mantine-font-size-sm)';

/** Sizes and behaviour; colours are CSS variables (tokens.css, mantine-variables.css). */
export const mantineTheme = createTheme({
  primaryColor: 'blue',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      vars: () => ({
        root: {
          '--button-height': CONTROL_HEIGHT,
          '--button-fz': CONTROL_FONT_SIZE,
          '--button-padding-x': '0.75rem',
        },
      }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: { defaultProps: { size: 'sm' } },
    Input: {
      vars: () => ({
        wrapper: {
          '--input-height': CONTROL_HEIGHT,
          '--input-fz': CONTROL_FONT_SIZE,
          '--input-size': CONTROL_HEIGHT,
        },
      }),
    },
    // Without the placeholder the first item gets the focus, and the menu contains only items.
    Menu: {
      defaultProps: {
        shadow: 'md',
        offset: 6,
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { offset: 6, transitionProps: { duration: 80 } } },
    // Locking the scroll writes a style tag, which the content security policy refuses.
    Modal: { defaultProps: { lockScroll: false, transitionProps: { duration: 80 } } },
    // The list itself scrolls (mantine-variables.css); the focused input passes the keys to it.
    Select: { defaultProps: { withScrollArea: false } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
  },
});
