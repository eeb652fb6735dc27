/** Words of the demo company: common Chinese surnames and given names, districts, firms. Invented; no real person or firm is meant. */
export const SURNAMES = Array.from(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严覃武莫孔汤',
)
export const GIVEN = [
  '伟',
  '芳',
  '娜',
  '敏',
  '静',
  '丽',
  '强',
  '磊',
  '军',
  '洋',
  '勇',
  '艳',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '霞',
  '平',
  '刚',
  '桂英',
  '建国',
  '志强',
  '晓明',
  '建军',
  '文斌',
  '海燕',
  '春梅',
  '国栋',
  '俊峰',
  '雪梅',
  '子涵',
  '宇航',
  '浩然',
  '欣怡',
  '嘉豪',
  '思远',
  '雨桐',
  '立新',
  '永康',
  '振华',
  '家兴',
  '玉兰',
  '红梅',
  '少华',
  '凤英',
  '德明',
  '天佑',
  '一鸣',
  '若曦',
]

export const FIRMS = [
  '顺捷',
  '恒远',
  '宏达',
  '鑫通',
  '万合',
  '众联',
  '速运',
  '中瑞',
  '安和',
  '嘉运',
  '盛源',
  '汇丰达',
  '东方益',
  '瑞祥',
  '金桥',
  '华运通',
  '同创',
  '飞马',
  '百捷',
  '立信达',
]
export const FIRM_KINDS = ['物流有限公司', '供应链管理有限公司', '货运代理有限公司', '配送服务有限公司', '冷链物流有限公司', '商贸有限公司']

export interface StorePlan {
  code: string
  name: string
  city: string
  address: string
  plate: string
  region: string
  lng: number
  lat: number
  weight: number
}
/** `plate`: first two characters of plates registered there; `region`: first six digits of identity numbers. */
export const STORES: readonly StorePlan[] = [
  {
    code: 'SH01',
    name: '上海虹桥店',
    city: '上海市',
    address: '上海市闵行区虹桥镇',
    plate: '沪A',
    region: '310112',
    lng: 121.38,
    lat: 31.19,
    weight: 5,
  },
  {
    code: 'SH02',
    name: '上海浦东店',
    city: '上海市',
    address: '上海市浦东新区川沙新镇',
    plate: '沪B',
    region: '310115',
    lng: 121.7,
    lat: 31.19,
    weight: 4,
  },
  {
    code: 'HZ01',
    name: '杭州临平店',
    city: '杭州市',
    address: '浙江省杭州市临平区南苑街道',
    plate: '浙A',
    region: '330110',
    lng: 120.3,
    lat: 30.42,
    weight: 3,
  },
  {
    code: 'SZ01',
    name: '苏州园区店',
    city: '苏州市',
    address: '江苏省苏州市吴中区胜浦街道',
    plate: '苏E',
    region: '320506',
    lng: 120.83,
    lat: 31.3,
    weight: 3,
  },
]

export interface ModelPlan {
  brand: string
  series: string
  name: string
  category: string
  energy: 'electric' | 'diesel' | 'hybrid'
  truckSize: 'micro' | 'light' | 'medium'
  loadKg: number
  grossKg: number
  volume: number
  size: [number, number, number]
  batteryKwh?: number
  tankL?: number
  rangeKm: number
  price: number
  rent: number
  wmi: string
  weight: number
}
/** Makers and models are invented; sizes, loads and prices (yuan) are those usual for such vehicles. */
export const MODELS: readonly ModelPlan[] = [
  {
    brand: '远航',
    series: 'E6',
    name: 'E6 纯电微面',
    category: 'minivan',
    energy: 'electric',
    truckSize: 'micro',
    loadKg: 1000,
    grossKg: 2500,
    volume: 4.8,
    size: [4495, 1680, 1990],
    batteryKwh: 41.86,
    rangeKm: 280,
    price: 78_800,
    rent: 2600,
    wmi: 'LZY',
    weight: 4,
  },
  {
    brand: '远航',
    series: 'L4',
    name: 'L4 纯电厢货 4.2 米',
    category: 'van',
    energy: 'electric',
    truckSize: 'light',
    loadKg: 1495,
    grossKg: 4495,
    volume: 18,
    size: [5995, 2150, 3150],
    batteryKwh: 100.46,
    rangeKm: 330,
    price: 189_000,
    rent: 4800,
    wmi: 'LZY',
    weight: 5,
  },
  {
    brand: '北岭',
    series: '卫士',
    name: '卫士 4.2 米厢式柴油',
    category: 'van',
    energy: 'diesel',
    truckSize: 'light',
    loadKg: 1735,
    grossKg: 4495,
    volume: 17.4,
    size: [5998, 2200, 3300],
    tankL: 120,
    rangeKm: 800,
    price: 128_000,
    rent: 3800,
    wmi: 'LBN',
    weight: 4,
  },
  {
    brand: '北岭',
    series: '冰峰',
    name: '冰峰 4.1 米冷藏车',
    category: 'reefer',
    energy: 'diesel',
    truckSize: 'light',
    loadKg: 1400,
    grossKg: 4495,
    volume: 15.5,
    size: [5995, 2300, 3400],
    tankL: 120,
    rangeKm: 750,
    price: 196_000,
    rent: 5600,
    wmi: 'LBN',
    weight: 2,
  },
  {
    brand: '江潮',
    series: 'V5',
    name: 'V5 纯电中面',
    category: 'van',
    energy: 'electric',
    truckSize: 'micro',
    loadKg: 1295,
    grossKg: 3150,
    volume: 7.2,
    size: [4950, 1820, 2160],
    batteryKwh: 53.58,
    rangeKm: 310,
    price: 99_800,
    rent: 3200,
    wmi: 'LJC',
    weight: 4,
  },
  {
    brand: '江潮',
    series: 'M9',
    name: 'M9 混动高栏 6.8 米',
    category: 'stake',
    energy: 'hybrid',
    truckSize: 'medium',
    loadKg: 9925,
    grossKg: 18_000,
    volume: 38,
    size: [9000, 2550, 3900],
    batteryKwh: 20,
    rangeKm: 900,
    price: 318_000,
    rent: 9800,
    wmi: 'LJC',
    weight: 1,
  },
]
