import { expect, it } from "vitest";
import { codeOf } from "../support/api.ts";
import { useSceneLab, youChat } from "../support/scene-lab.ts";

const lab = useSceneLab(youChat());

it("a character that is in no story can be deleted, one that is in a story or another account's can't", async () => {
  const on = lab();
  const remove = (id: string, token = on.token) =>
    on.api.call(`/api/bots/${id}`, { method: "DELETE", token });
  expect((await on.post("/api/bots", { id: "cleo", name: "Cleo" })).status).toBe(201);
  const eve = await on.api.person("eve");
  expect(codeOf(await remove("cleo", eve.token))).toBe("not_found");
  expect((await remove("cleo")).status).toBe(204);
  expect(codeOf(await on.get("/api/bots/cleo"))).toBe("not_found");
  expect(codeOf(await remove("cleo"))).toBe("not_found");
  expect(codeOf(await remove("bot_a"))).toBe("character_in_use");
  expect((await on.get("/api/bots/bot_a")).status).toBe(200);
  expect((await on.post("/api/bots", { id: "cleo", name: "Cleo again" })).status).toBe(201);
  expect(await on.rebuilt()).toEqual([]);
});
