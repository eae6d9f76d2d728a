// Styles of Mantine components that are not on the first page. As in mantine.ts they are files: the
// content policy allows no style element.
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Tabs.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
