/**
 * Places by the names that Chinese has for them; the system's table of zones knows only its own
 * spelling.
 */
const zh = `
Asia/Shanghai 北京 上海 中国 广州 深圳 杭州 南京 成都 重庆 武汉 西安 天津 苏州 厦门 青岛
Asia/Hong_Kong 香港
Asia/Macau 澳门
Asia/Taipei 台北 高雄
Asia/Tokyo 东京 日本 大阪 京都 名古屋 横滨 札幌 福冈
Asia/Seoul 首尔 釜山
Asia/Singapore 新加坡
Asia/Kuala_Lumpur 吉隆坡 槟城
Asia/Bangkok 曼谷 清迈 普吉
Asia/Saigon 胡志明 河内
Asia/Manila 马尼拉 宿务
Asia/Jakarta 雅加达 泗水 万隆
Asia/Makassar 巴厘
Asia/Calcutta 孟买 新德里 德里 班加罗尔 加尔各答
Asia/Dubai 迪拜 阿布扎比
Asia/Almaty 阿拉木图 阿斯塔纳
Europe/London 伦敦 曼彻斯特 爱丁堡
Europe/Paris 巴黎
Europe/Berlin 柏林 慕尼黑 法兰克福 汉堡
Europe/Madrid 马德里 巴塞罗那
Europe/Rome 罗马 米兰
Europe/Amsterdam 阿姆斯特丹
Europe/Zurich 苏黎世 日内瓦
Europe/Vienna 维也纳
Europe/Lisbon 里斯本
Europe/Dublin 都柏林
Europe/Istanbul 伊斯坦布尔
Europe/Moscow 莫斯科 圣彼得堡
Asia/Yekaterinburg 叶卡捷琳堡
Asia/Novosibirsk 新西伯利亚
Asia/Vladivostok 海参崴 符拉迪沃斯托克
America/New_York 纽约 波士顿 华盛顿 迈阿密 亚特兰大 费城 美东
America/Chicago 芝加哥 休斯顿 休斯敦 达拉斯 奥斯汀 美中
America/Denver 丹佛 盐湖城
America/Phoenix 凤凰城
America/Los_Angeles 洛杉矶 旧金山 西雅图 圣地亚哥 圣何塞 硅谷 拉斯维加斯 波特兰 美西
Pacific/Honolulu 檀香山 夏威夷
America/Anchorage 阿拉斯加
America/Toronto 多伦多 蒙特利尔 渥太华
America/Vancouver 温哥华
America/Edmonton 卡尔加里 埃德蒙顿
America/Winnipeg 温尼伯
America/Halifax 哈利法克斯
America/Mexico_City 墨西哥城
America/Sao_Paulo 圣保罗 里约
America/Manaus 玛瑙斯
Australia/Sydney 悉尼 堪培拉
Australia/Melbourne 墨尔本
Australia/Brisbane 布里斯班 黄金海岸
Australia/Adelaide 阿德莱德
Australia/Perth 珀斯
Pacific/Auckland 奥克兰 惠灵顿 新西兰
Asia/Seoul 韩国
Asia/Tokyo 冲绳 神户
Asia/Saigon 越南 西贡
Asia/Bangkok 泰国
Asia/Manila 菲律宾
Asia/Kuala_Lumpur 马来西亚
Asia/Calcutta 印度 金奈
Asia/Karachi 巴基斯坦 卡拉奇 伊斯兰堡
Asia/Dhaka 达卡 孟加拉国
Asia/Colombo 科伦坡 斯里兰卡
Asia/Katmandu 加德满都 尼泊尔
Asia/Dubai 阿联酋
Asia/Riyadh 利雅得 沙特
Asia/Qatar 多哈 卡塔尔
Asia/Tehran 德黑兰 伊朗
Asia/Jerusalem 耶路撒冷 特拉维夫 以色列
Asia/Tashkent 塔什干
Europe/London 英国 利物浦
Europe/Paris 法国 里昂 马赛 尼斯
Europe/Berlin 德国 科隆
Europe/Madrid 西班牙
Europe/Rome 意大利 佛罗伦萨 威尼斯
Europe/Amsterdam 荷兰
Europe/Brussels 布鲁塞尔 比利时
Europe/Zurich 瑞士
Europe/Vienna 奥地利
Europe/Lisbon 葡萄牙
Europe/Dublin 爱尔兰
Europe/Warsaw 华沙 波兰 克拉科夫
Europe/Prague 布拉格 捷克
Europe/Budapest 布达佩斯 匈牙利
Europe/Athens 雅典 希腊
Europe/Stockholm 斯德哥尔摩 瑞典
Europe/Oslo 奥斯陆 挪威
Europe/Copenhagen 哥本哈根 丹麦
Europe/Helsinki 赫尔辛基 芬兰
Europe/Bucharest 布加勒斯特
Europe/Riga 里加
Europe/Sofia 索非亚
Europe/Minsk 明斯克
Europe/Kiev 基辅 乌克兰
Europe/Istanbul 土耳其
Africa/Cairo 开罗 埃及
Africa/Nairobi 内罗毕 肯尼亚
Africa/Lagos 拉各斯
Africa/Johannesburg 约翰内斯堡 开普敦 南非
America/Bogota 波哥大
America/Lima 利马 秘鲁
America/Buenos_Aires 布宜诺斯艾利斯 阿根廷
America/New_York 底特律 美国东部
America/Chicago 美国中部
America/Los_Angeles 美国西部`;

/**
 * Larger cities that no zone is called after, newer spellings of those that one is, and what people
 * call a zone.
 */
const en = `
Asia/Shanghai beijing guangzhou shenzhen hangzhou nanjing chengdu wuhan tianjin suzhou xiamen china
Asia/Tokyo osaka kyoto nagoya yokohama sapporo fukuoka
Asia/Seoul busan
Asia/Bangkok chiang_mai phuket
Asia/Saigon ho_chi_minh hanoi
Asia/Manila cebu
Asia/Jakarta surabaya bandung medan
Asia/Makassar bali denpasar
Asia/Calcutta kolkata mumbai delhi new_delhi bangalore bengaluru chennai hyderabad pune
Asia/Katmandu kathmandu
Asia/Rangoon yangon
Asia/Karachi lahore islamabad
Asia/Dubai abu_dhabi
Asia/Almaty astana
Asia/Jerusalem tel_aviv
Europe/Kiev kyiv
Europe/London manchester edinburgh birmingham glasgow
Europe/Berlin munich hamburg frankfurt cologne
Europe/Madrid barcelona valencia seville
Europe/Rome milan naples turin
Europe/Paris lyon marseille
Europe/Zurich geneva basel
Europe/Lisbon porto
Europe/Moscow saint_petersburg st_petersburg
Europe/Warsaw krakow kraków cracow gdansk wroclaw poland
Europe/Prague brno
Europe/Athens thessaloniki greece
Europe/Stockholm gothenburg sweden
Europe/Amsterdam rotterdam the_hague netherlands
Europe/Brussels antwerp belgium
Europe/Istanbul ankara turkey
Asia/Riyadh jeddah mecca
Asia/Qatar doha
Asia/Tokyo japan
Asia/Seoul korea south_korea
Asia/Calcutta india
Europe/London uk england britain scotland liverpool leeds
Europe/Paris france toulouse
Europe/Berlin germany stuttgart düsseldorf dusseldorf
Europe/Rome italy venice florence
Europe/Madrid spain
Europe/Zurich switzerland
Africa/Cairo egypt
Africa/Nairobi kenya
Asia/Yekaterinburg ekaterinburg
America/New_York boston washington miami atlanta philadelphia orlando charlotte pittsburgh cleveland nyc eastern_time eastern east_coast us_eastern
America/Chicago houston dallas austin san_antonio minneapolis st_louis new_orleans nashville milwaukee kansas_city central_time central us_central
America/Denver salt_lake_city albuquerque mountain_time mountain us_mountain
America/Los_Angeles san_francisco seattle san_diego san_jose las_vegas portland sacramento oakland palo_alto silicon_valley bay_area california sf pacific_time pacific west_coast us_pacific
Pacific/Honolulu hawaii
America/Anchorage alaska
America/Toronto montreal ottawa quebec
America/Edmonton calgary
America/Vancouver victoria
America/Mexico_City guadalajara puebla
America/Sao_Paulo são_paulo rio_de_janeiro rio brasilia brasília
Australia/Sydney canberra
Australia/Brisbane gold_coast
Africa/Johannesburg cape_town durban pretoria
Africa/Lagos abuja
Pacific/Auckland wellington christchurch`;

function namesIn(table: string): readonly (readonly [name: string, zone: string])[] {
  const lines = table.trim().split("\n");
  return lines.flatMap((line) => {
    const [zone = "", ...names] = line.split(" ");
    return names.map((name) => [name.replaceAll("_", " "), zone] as const);
  });
}

export interface NamedPlace {
  readonly name: string;
  readonly zone: string;
}

const chinese = namesIn(zh);
const latin = namesIn(en);

/** The place that a text in small letters names: the longest name counts. */
export function placeIn(text: string): NamedPlace | undefined {
  const words = ` ${text.replaceAll(/[^\p{Script=Latin}]+/gu, " ")} `;
  const named = [
    ...chinese.filter(([name]) => text.includes(name)),
    ...latin.filter(([name]) => words.includes(` ${name} `)),
    ...systemPlaces().filter(([name]) => words.includes(` ${name} `)),
  ].toSorted(([a], [b]) => b.length - a.length);
  const [first] = named;
  return first === undefined ? undefined : { name: first[0], zone: first[1] };
}

const systemPlaces = (): readonly (readonly [string, string])[] =>
  Intl.supportedValuesOf("timeZone").map((zone) => [
    zone
      .slice(zone.lastIndexOf("/") + 1)
      .replaceAll(/[_-]/g, " ")
      .toLowerCase(),
    zone,
  ]);

const byName: ReadonlyMap<string, string> = new Map([...systemPlaces(), ...latin, ...chinese]);

/** The zone of a place by its whole name, in small letters: "new york", 华沙. */
export const zoneOfPlace = (name: string): string | undefined => byName.get(name);
