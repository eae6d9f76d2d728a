import { expect, it } from "vitest";
import type { TurnContext } from "../../domain/skill.ts";
import { fileTools } from "./file-tools.ts";

async function writeFile(name: string, text: string): Promise<{ name: string; text: string }> {
  const files = fileTools(
    { channel: { carriesFiles: true }, window: [] } as unknown as TurnContext,
    {
      own: ["https://kept.example/a"],
      hosts: [],
    },
  );
  await files.tools[0]?.run({ name, text }, new AbortController().signal);
  const [file] = files.chosen();
  if (file === undefined || !("bytes" in file)) throw new Error("a file was written");
  return { name: file.name, text: Buffer.from(file.bytes).toString() };
}

it("a file that the model writes keeps the links that its reply may keep, and no others", async () => {
  const { text } = await writeFile(
    "list.csv",
    "a,https://evil.com/SECRET\nb,https://kept.example/a",
  );
  expect(text).toBe("a,evil[.]com/SECRET\nb,https://kept.example/a");
});

it("a file that the model writes never opens as a page, and its name reads in one direction", async () => {
  expect((await writeFile("page.html", "x")).name).toBe("page.html.txt");
  expect((await writeFile("drawing.svg", "x")).name).toBe("drawing.svg.txt");
  expect((await writeFile("data.xml", "x")).name).toBe("data.xml.txt");
  expect((await writeFile("a\u202elmth.md", "x")).name).toBe("almth.md");
});
