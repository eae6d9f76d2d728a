import { Alert, createTheme, Drawer } from "@mantine/core";

/** Colours and fonts are in theme.css; this only names the palette that components ask for. */
export const theme = createTheme({
  primaryColor: "cyan",
  defaultRadius: "md",
  respectReducedMotion: true,
  components: {
    // A scroll lock would put a style element into the page. The page itself never scrolls, so none
    // is needed.
    Drawer: Drawer.extend({
      defaultProps: { lockScroll: false },
      styles: { title: { fontWeight: 600 } },
    }),
    // By its name alone: the page loads without it.
    Modal: { styles: { title: { fontWeight: 600 } } },
    Alert: Alert.extend({ defaultProps: { variant: "light" } }),
  },
});
