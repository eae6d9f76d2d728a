// Styles of components that only this page uses, as files for the same reason as in the page's own list.
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Tabs.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
