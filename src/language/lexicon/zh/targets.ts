/** Words that point at a reminder without naming it. */
export const generic =
  /也?行(?:不行|[吗么])|的?(?:名[字称]|标题)(?=改|换)|从(?:我的?)?(?:日历|行事历|日程表?|行程|清单|列表|待办)(?:[上里]面?|中)?|日历(?:[上里]面?|中)?|哎呀|它们?|唉|嗐|弄错|关于|于|(?:喊|叫|让)你(?:记|设|定|建|加)?的?|撤|嘛|当我没说|没事了?|改主意了?|提醒(?:事项)?|闹钟|闹铃|日程|安排|待办|任务|[那这]单|那一?个|这一?个|那条|这条|那次|[那这][顿场节趟回]|刚刚|刚才|刚|之前|上一?[个条]|不算|不作数|上面|前面|设置?的|定的|说的|能不能|可不可以|能否|帮我|给我|麻烦|请|把|将|我们?|你|一下|的|了|吧|掉|呢|啊|哈|哦|吗|呀|啦|算了|还是|先|再|别|不用|不要|不需要|需要|不必|想|要|事情?|件|去|到|在|跟|和|与|约|都|就|也|全部|所有|统统|那|这|以后|今后|每天|错|对|是|应该|才|时间|开始|不是|不对|说错|搞错|记错|叫|喊/g;

export const particles = /[完了过好啦呀哈哦啊吧呢的已经都才刚]/g;

export const meetings = "会议?|约会?|事儿?|活动|局|见面|碰头|聚会|碰面|面";

/** The place of one in a list, also from its end. */
export const place =
  /(倒数)?第([一二三四五六七八九十]|\d{1,2})\s*[个条项](?:提醒|闹钟)?|最后(?:那|的)?一?[个条项](?:提醒|闹钟)?/;

/** Of two, the one that is not spoken of. */
export const other = /另(?:外)?(?:那?一?|的)[个条](?:提醒|闹钟)?/;

/** A call to get up, and what such a reminder is called. */
export const alarm = /闹钟|闹铃/;
export const many = /所有|全部|都|统统|一切|几个/;
export const wakes = /闹钟|闹铃|起床|叫醒|早起/i;

/** "会议" is any of them. */
export const meetingAlone = /^会议?$/;
export const kindAlone = /^(?:会议?|饭局?|聚会|聚餐|预约?|活动|事件|行程|约会|会面|事儿?|课程?)$/;
export const isMeeting = /会(?![员计所长])/;
