// Beside those of the first load; as there, files only.
import "@mantine/core/styles/Modal.css";
