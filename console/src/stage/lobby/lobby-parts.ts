/** Behind the page's address, these open something in the list of stories. */
export const newStoryPart = "new-story";
export const newCharacterPart = "new-character";
export const characterPart = "character/";

export const isLobbyPart = (part: string): boolean =>
  part === newStoryPart || part === newCharacterPart || part.startsWith(characterPart);
