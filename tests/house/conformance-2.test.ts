import { entitiesConform } from './conformance.ts'

entitiesConform(2)
