export const opensWholeDay = /^(?:是)\s*/i;

/** "我眯会儿，半小时后叫我": from which one is woken. */
export const sleeps =
  /^(?:[^,，]{0,6}[了啦])?那?我?(?:先|去|想|再|要|在[^先去想再要在]{1,4})*(?:睡|眯|躺|趴|打个?盹|歇|补个?觉|.{0,4}午觉|陪.{1,4}睡)/;

/** "明早七点叫醒我别迟到", "叫我起床别让我赖床". */
export const reason =
  /^(?:可?千万)?(?:别|不能|不要|不可以|不许|不得|不想|不然|否则|免得|省得|以免)/;

export const wokenWhy =
  /^(起床)[,，\s]*(?:可?千万)?(?:别|不能|不要|不许|不然|否则|免得|省得|以免).*$/;

export const arranged = /(?:[约定排改]|安排)[在到好]$/;

export const sentenceWords = /[是有要就我你他她]/;

export const endsWithThing = /(?:提醒|闹钟|闹铃|日程|待办)$/;

export const opensOrder =
  /^(?:帮我|给我|请|麻烦)?(?:设置?|定|订|加|建立?|添加|创建|新建|安排)(?:一?个|一下)?/;

export const thingBehind = /的?(?:提醒|闹钟|闹铃|日程|待办)$/;

/** The kind of an entry, and how long it takes. */
export const kindAlone =
  /^(?:我|一?[个场次条]|[\d一二两三半]+\s*个?半?(?:小时|分钟)|的|新)*(?:会议?|日程|行程|时间|安排|活动|提醒|待办|定期)$/;
