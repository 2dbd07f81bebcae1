/** Pairs that were written after `compareNames`, to see whether it holds beyond those of payer-names.cases.ts. */
import { pairs, type Pair } from './payer-names.pairs.ts'

/** One person, written in two ways. */
export const LATER_SAME_PERSON: readonly Pair[] = pairs(`
Moez Ben Romdhane | MOEZ BEN ROMDHANE
Moez Ben Romdhane | معز بن رمضان
Saeed Khan | KHAN SAEED
Wael Ghannem | وائل غانم
Mohamed Aziz Ben Ammar | BEN AMMAR MOHAMED AZIZ
Mohamed Aziz Ben Ammar | MOHAMED BEN AMMAR
محمد عزيز بن عمار | Mohamed Aziz Ben Ammar
Rania Mnasri | رانية المناصري
Hela Bel Haj Ali | HELA BELHAJALI
Hela Bel Haj Ali | Hela Belhaj Ali
Khaoula Ben Abdallah | خولة بن عبد الله
Khaoula Ben Abdallah | KHAOULA BENABDALLAH
Abdelhamid Chaabane | عبد الحميد شعبان
Abdelwaheb Boukadida | Abdelwahab Bou Kadida
Marouane Hafsi | MAROUEN HAFSI
Bilel Mahjoub | BILAL MAHJOUB
بلال المحجوب | Bilel Mahjoub
Ines Bouhlel | إيناس بوهلال
Anis Belhadj | Anis Bel Hadj
Sonia Ben Cheikh | سنية بن الشيخ
Nizar Chaari | Nizar Chaary
نزار الشعري | Nizar Chaari
Skander Guesmi | SKANDER GUESMI
Naceur Ouertani | Nasser Ouertani
Abdallah Ben M'barek | Abdallah Ben Mbarek
Marie-Thérèse de La Tour | MARIE THERESE DE LA TOUR
Jean-François Le Guen | LE GUEN JEAN FRANCOIS
Guillaume de Saint-Exupéry | GUILLAUME DE ST EXUPERY
Marc-Antoine Leroy | MARCANTOINE LEROY
Hans-Peter Schäfer | HANS PETER SCHAEFER
Ute von der Leyen | UTE VON DER LEYEN
Ute von der Leyen | Ute Leyen
Prof. Dr. Karl Lauter | Karl Lauter
Rodríguez Sánchez, María José | MARIA JOSE RODRIGUEZ SANCHEZ
María José Rodríguez Sánchez | MARIA RODRIGUEZ
Maria João Oliveira | MARIA OLIVEIRA
Ana Rita dos Santos Costa | ANA RITA SANTOS COSTA
Ana Rita dos Santos Costa | ANA COSTA
Kağan Şahin | KAGAN SAHIN
Fatma Nur Kaya | FATMA KAYA
Vũ Thị Thanh Hà | VU THI THANH HA
Vũ Thị Thanh Hà | Ha Vu
Hoàng Anh Dũng | DUNG HOANG ANH
Robert J. Oppenheimer | ROBERT OPPENHEIMER
Mary Ann Evans | Mary Evans
Mr. J Smith | John Smith
Ronald MacDonald | RONALD MAC DONALD
Oluwaseun Adebayo | ADEBAYO OLUWASEUN
Wang Xiaoming | Xiaoming Wang
Kim Min-jun | KIM MINJUN
Иван Петров | ПЕТРОВ ИВАН
Priya Sharma | SHARMA PRIYA
Giuseppe D'Angelo | GIUSEPPE DANGELO
Elif Nur Şen | ELIF SEN
`)

/** Two people, or a name that identifies no person. */
export const LATER_DIFFERENT_PERSONS: readonly Pair[] = pairs(`
Mohamed Ben Ammar | Mohamed Ben Amara
Mohamed Salah Trabelsi | Salah Trabelsi
Adel Hamdi | Adel Hmidi
Adel Riahi | Adel Riani
Hatem Ghribi | Hatem Gharbi
Hatem Jaziri | Hatem Jazi
Hatem Zouari | Hatem Zairi
Hatem Zouari | Hatem Azouri
Nour Saidi | Nour Saadi
نور السعيدي | Nour Saadi
Nour Ben Said | Nour Ben Saad
Nour Ben Hassen | Nour Ben Hassine
نور بن حسن | Nour Ben Hassine
Nour Chaari | Nour Cherni
Karim Ayadi | Karim Ayed
Mohamed Mejri | Mohamed Majri Trabelsi Ben Ali
Mouna Trabelsi | Mounir Trabelsi
Mounir Trabelsi | Mounira Trabelsi
Hedi Jomaa | Hedi Jemai
Amine Khelifi | Amine Khelifa
Amine Khelifi | Amine Khalfi
Amine Khelifi | Amine Khalfaoui
Amine Mansour | Amine Mansouri
Amine Hajji | Amine Hajjaji
Amine Slimani | Amine Slimane
Bilel Bouaziz | Bilel Bouazizi
Ahmed Ali | Ahmed Salah
Ahmed Ben Salah | Ahmed Salah
Ahmed Ben Ali | Ali Ben Ahmed Trabelsi
Ali Ben Mohamed | Mohamed Ben Ali
Laurent Petit | Laure Petit
François Petit | Françoise Petit
Christian Roux | Christine Roux
Christian Roux | Christiane Roux
Michel Dubois | Michael Dubois
Louis Moreau | Louise Moreau
René Blanc | Renée Blanc
Stefan Klein | Stefanie Klein
Hans Wagner | Hans Wegner
Hans Schäfer | Hans Schaffer
Lena Fischer | Lena Fischler
José García | Josefa García
Antonio López | Antonia López
Luis Ramírez | Luis Ramos
Mehmet Demir | Mehmet Demirci
Ali Yılmaz | Veli Yılmaz
John Smith | John Smyth
John Smith | Jon Smith
Steven Clark | Stephen Clark
Anne Taylor | Anna Taylor
Nguyễn Thị Lan | Nguyễn Thị Lan Anh
Trần Văn An | Trần Văn Anh
Pham Van Duc | Pham Van Dung
Wang Xiaoming | Wang Xiaohong
Иван Петров | Иван Сидоров
Okafor Oluwaseun Adebayo | Adebayo Okafor
Mohamed T. | Mohamed Trabelsi
Okafor A. | Okafor Adebayo Okeke
A. B. Trabelsi | Karim Trabelsi
M | M
Ali | Ali
Ali Ali | Ali
John Fitzgerald | John Fitzgerald Kennedy
Trabelsi Services | Trabelsi Services
Paypal Europe | Mohamed Trabelsi
WISE PAYMENTS LTD | Mohamed Trabelsi
Karim & Amel Trabelsi | Karim Trabelsi
`)
