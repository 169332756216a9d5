import csv
import io
import re
import statistics
from collections import Counter, defaultdict

table = """day,shop,product,amount,price
2026-03-02,North,tea,3,4.50
2026-03-02,South,coffee,2,3.20
2026-03-03,North,coffee,5,3.20
2026-03-03,South,tea,1,4.50
2026-03-04,North,cake,4,2.75"""
rows = list(csv.DictReader(io.StringIO(table)))
totals = defaultdict(float)
for row in rows:
    totals[row["shop"]] += int(row["amount"]) * float(row["price"])
products = Counter({row["product"]: 0 for row in rows})
for row in rows:
    products[row["product"]] += int(row["amount"])
march = [row for row in rows if re.match(r"2026-03-0[34]", row["day"])]
mean = statistics.mean(float(row["price"]) for row in rows)
ranking = sorted(totals.items(), key=lambda pair: -pair[1])
for shop, total in ranking:
    print(f"{shop:<8}{total:>10.2f}")
print(products.most_common(2), len(march), round(mean, 3))
